/**
 * A code and a name a line. Six digits are NIP codes; three are CBN codes, whose account numbers have a check digit. Two
 * codes repeat, as in the real list.
 */
export const nigerianBanks = `
000001 Sterling Bank
000002 Keystone Bank
000003 First City Monument Bank (FCMB)
000004 United Bank for Africa (UBA)
000004 UBA Moni
000005 Access Bank (Diamond)
000006 Jaiz Bank
000007 Fidelity Bank
000008 Polaris Bank
000009 Citibank Nigeria
000010 Ecobank Nigeria
000011 Unity Bank
000012 Stanbic IBTC Bank
000013 Guaranty Trust Bank (GTBank)
000014 Access Bank
000015 Zenith Bank
000016 First Bank of Nigeria
000017 Wema Bank
000018 Union Bank of Nigeria
000020 Heritage Bank
000021 Standard Chartered Bank Nigeria
000022 SunTrust Bank
000023 Providus Bank
000024 Rand Merchant Bank Nigeria
000025 Titan Trust Bank
000026 TAJBank
000027 Globus Bank
000028 Central Bank of Nigeria
000029 Lotus Bank
000030 Parallex Bank
000031 PremiumTrust Bank
000034 Signature Bank
000036 Optimus Bank
000037 The Alternative Bank
011 First Bank of Nigeria (CBN code)
030001 NEXIM Bank
044 Access Bank (CBN code)
050001 County Finance
050002 Fewchore Finance Company
050003 Sage Grey Finance
050005 AAA Finance and Investment Company
050006 Branch International Financial Services
050009 Fast Credit
050012 Enco Finance Company
050013 Dignity Finance and Investment
050015 Lukefield Finance Company
050016 E-Finance
050017 CS Advance Finance Company
058 Guaranty Trust Bank (CBN code)
060001 Coronation Merchant Bank
060002 FBNQuest Merchant Bank
060003 Nova Bank
060004 Greenwich Merchant Bank
070001 NPF Microfinance Bank
070002 Fortis Microfinance Bank
070006 Covenant Microfinance Bank
070007 LivingTrust Mortgage Bank
070008 Page Microfinance Bank
070009 Gateway Mortgage Bank
070010 Abbey Mortgage Bank
070011 Refuge Mortgage Bank
070012 Lagos Building Investment Company
070013 Platinum Mortgage Bank
070014 First Generation Mortgage Bank
070015 Brent Mortgage Bank
070016 Infinity Trust Mortgage Bank
070017 Haggai Mortgage Bank
070019 Mayfresh Mortgage Bank
070021 Cooperative Mortgage Bank
070022 STB Mortgage Bank
070023 Delta Trust Mortgage Bank
070024 Homebase Mortgage Bank
090001 ASO Savings and Loans
090003 Jubilee-Life Mortgage Bank
090005 Trustbond Mortgage Bank
090006 SafeTrust Mortgage Bank
090097 Ekondo Microfinance Bank
090107 First Trust Mortgage Bank
090108 New Prudential Bank
090110 VFD Microfinance Bank
090111 FinaTrust Microfinance Bank
090112 Seed Capital Microfinance Bank
090113 Microvis Microfinance Bank
090114 Empire Trust Microfinance Bank
090115 TCF Microfinance Bank
090116 AMML Microfinance Bank
090117 Boctrust Microfinance Bank
090118 IBILE Microfinance Bank
090119 Ohafia Microfinance Bank
090120 Wetland Microfinance Bank
090121 Hasal Microfinance Bank
090122 Gowans Microfinance Bank
090123 Trustbanc J6 Microfinance Bank
090124 Xslnce Microfinance Bank
090125 Regent Microfinance Bank
090126 Fidfund Microfinance Bank
090127 BC Kash Microfinance Bank
090128 Ndiorah Microfinance Bank
090129 Money Trust Microfinance Bank
090130 Consumer Microfinance Bank
090131 Allworkers Microfinance Bank
090132 Richway Microfinance Bank
090133 Al-Barakah Microfinance Bank
090134 Accion Microfinance Bank
090135 Personal Trust Microfinance Bank
090136 Microcred Microfinance Bank
090137 PecanTrust Microfinance Bank
090138 Royal Exchange Microfinance Bank
090139 Visa Microfinance Bank
090140 Sagamu Microfinance Bank
090141 Chikum Microfinance Bank
090142 Yes Microfinance Bank
090143 Apeks Microfinance Bank
090144 CIT Microfinance Bank
090145 Fullrange Microfinance Bank
090146 Trident Microfinance Bank
090147 Hackman Microfinance Bank
090148 Bowen Microfinance Bank
090149 IRL Microfinance Bank
090150 Virtue Microfinance Bank
090151 Mutual Trust Microfinance Bank
090152 Nagarta Microfinance Bank
090153 FFS Microfinance Bank
090154 CEMCS Microfinance Bank
090155 Advans La Fayette Microfinance Bank
090156 e-Barcs Microfinance Bank
090157 Infinity Microfinance Bank
090158 FUTO Microfinance Bank
090159 Credit Afrique Microfinance Bank
090160 Addosser Microfinance Bank
090161 Okpoga Microfinance Bank
090162 Stanford Microfinance Bank
090164 First Royal Microfinance Bank
090165 Petra Microfinance Bank
090166 Eso-E Microfinance Bank
090167 Daylight Microfinance Bank
090168 Gashua Microfinance Bank
090169 Alpha Kapital Microfinance Bank
090171 Mainstreet Microfinance Bank
090172 Astrapolaris Microfinance Bank
090173 Reliance Microfinance Bank
090174 Malachy Microfinance Bank
090175 Rubies Microfinance Bank
090176 Bosak Microfinance Bank
090177 LAPO Microfinance Bank
090178 GreenBank Microfinance Bank
090179 FAST Microfinance Bank
090180 Amju Unique Microfinance Bank
090186 Girei Microfinance Bank
090188 Baines Credit Microfinance Bank
090189 Esan Microfinance Bank
090190 Mutual Benefits Microfinance Bank
090191 KCMB Microfinance Bank
090192 Midland Microfinance Bank
090193 Unical Microfinance Bank
090194 NIRSAL Microfinance Bank
090195 Grooming Microfinance Bank
090196 Pennywise Microfinance Bank
090197 ABU Microfinance Bank
090198 RenMoney Microfinance Bank
090205 New Dawn Microfinance Bank
090251 UNN Microfinance Bank
090252 Yobe Microfinance Bank
090254 Coalcamp Microfinance Bank
090258 Imo State Microfinance Bank
090259 Alekun Microfinance Bank
090260 Above Only Microfinance Bank
090261 Quickfund Microfinance Bank
090262 Stellas Microfinance Bank
090263 Nigerian Navy Microfinance Bank
090264 Auchi Microfinance Bank
090265 Lovonus Microfinance Bank
090266 Uniben Microfinance Bank
090267 Kuda Bank
090268 Adeyemi College Staff Microfinance Bank
090269 Greenville Microfinance Bank
090270 AB Microfinance Bank
090271 Lavender Microfinance Bank
090272 Olabisi Onabanjo University Microfinance Bank
090273 Emerald Microfinance Bank
090274 Prestige Microfinance Bank
090276 Trustfund Microfinance Bank
090277 Al-Hayat Microfinance Bank
090278 Glory Microfinance Bank
090279 Ikire Microfinance Bank
090280 Megapraise Microfinance Bank
090281 Mint-Finex Microfinance Bank
090282 Arise Microfinance Bank
090283 Nnew Women Microfinance Bank
090285 First Option Microfinance Bank
090286 Safe Haven Microfinance Bank
090287 AssetMatrix Microfinance Bank
090289 Pillar Microfinance Bank
090290 FCT Microfinance Bank
090291 HalalCredit Microfinance Bank
090292 Afekhafe Microfinance Bank
090293 Brethren Microfinance Bank
090294 Eagle Flight Microfinance Bank
090295 Omiye Microfinance Bank
090297 Alert Microfinance Bank
090299 Kontagora Microfinance Bank
090302 Sunbeam Microfinance Bank
090303 Purplemoney Microfinance Bank
090304 Evangel Microfinance Bank
090315 U & C Microfinance Bank
090316 Bayero University Microfinance Bank
090317 PatrickGold Microfinance Bank
090321 Mayfair Microfinance Bank
090324 Ikenne Microfinance Bank
090325 Sparkle Microfinance Bank
090326 Balogun Gambari Microfinance Bank
090327 Trust Microfinance Bank
090328 Eyowo Microfinance Bank
090331 UNAAB Microfinance Bank
090332 Evergreen Microfinance Bank
090360 CashConnect Microfinance Bank
090362 Molusi Microfinance Bank
090363 Headway Microfinance Bank
090364 Nuture Microfinance Bank
090365 Corestep Microfinance Bank
090366 Firmus Microfinance Bank
090371 Agosasa Microfinance Bank
090372 Legend Microfinance Bank
090373 Think Finance Microfinance Bank
090380 Kredi Money Microfinance Bank
090390 Parkway Microfinance Bank
090391 Davodani Microfinance Bank
090393 Bridgeway Microfinance Bank
090400 FINCA Microfinance Bank
090405 Moniepoint Microfinance Bank
090420 Letshego Microfinance Bank
090426 Tangerine Money
090452 Unilag Microfinance Bank
090455 Mkobo Microfinance Bank
090463 Rehoboth Microfinance Bank
090480 Kolomoni Microfinance Bank
090529 Ampersand Microfinance Bank
090551 FairMoney Microfinance Bank
090560 Crust Microfinance Bank
090561 Akuchukwu Microfinance Bank
100001 FETS
100002 Paga
100003 Parkway ReadyCash
100004 OPAY
100004 PAYCOM
100005 Cellulant
100006 eTranzact
100007 Stanbic IBTC @ease Wallet
100008 Ecobank Xpress Account
100009 GTMobile
100012 VTNetworks
100013 AccessMobile
100014 FirstMonie Wallet
100018 Zenith Mobile
100019 Fidelity Mobile
100022 GoMoney
100026 Carbon
100030 EcoMobile
100031 FCMB Mobile
100032 NowNow Digital Systems
100033 PALMPAY
100034 Zenith Eazy Wallet
100035 M36
100036 Kegow
100039 Titan-Paystack
100052 Access Yello & Beta
110001 PayAttitude Online
110002 Flutterwave Technology Solutions
110003 Interswitch
110005 3Line Card Management
110006 Paystack Payments
110007 TeamApt
120001 9 Payment Service Bank (9PSB)
120002 HopePSB
120003 MoMo Payment Service Bank
120004 SmartCash Payment Service Bank
120005 MoneyMaster Payment Service Bank
400001 FSDH Merchant Bank
`;
