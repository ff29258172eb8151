const first =
  "Adebayo Adaeze Chidi Ngozi Emeka Funmilayo Ibrahim Fatima Olumide Yetunde Chinedu Amara Musa Aisha Tunde Kemi Obinna Ifeoma Segun Bukola Uche Nneka Yusuf Zainab Femi Temitope Kelechi Chioma Abdullahi Halima Oluwaseun Oluwatobi Oluwadamilola Ayodele Babatunde Chukwuemeka Ebere Folake Gbenga Hauwa Ikechukwu Jumoke Kunle Lola Maryam Nkechi Ọlá Bọ́lá Ṣadé Títílayọ̀ Ɗanladi Ƙasim Ebiere Tamuno Osaze Efe";
const last =
  "Okonkwo Okafor Adeyemi Balogun Eze Nwosu Ibrahim Bello Abubakar Ogunleye Adewale Onyekachi Obi Danjuma Lawal Ojo Nnamdi Chukwu Olawale Afolabi Akande Uzoma Igwe Sani Yakubu Mohammed Adeleke Ogbonna Ezeani Ikwue Okoro Omotola Osagie Ekanem Etim Bassey Effiong Akpan O’Brien Da-Silva Ọ̀ṣúndáre Adéṣínà Ajayi Fashola Tinubu Soyinka Achebe Adichie Iweala Dangote Alakija Otedola Elumelu";
const firstNames = first.split(" ");
const lastNames = last.split(" ");
const starts =
  "ab ad ak al am ba be bo chi chu da eb ek em fa fo ga gi go ha if ik ja ka ke ko la lo ma me mu na ne ng nk ob og ok ol on os ra sa se so ta te ti to uc ud ug um wa ya ye yu za".split(
    " ",
  );
const ends =
  "da de di go ka ke ko la le ma me mi na ne nma ra ri ro sa si so ta te ti to wa we ya ye yo zi".split(" ");

/** A name on an account. Few words are common, and many are rare, as in a country. */
export function randomName(random: () => number): string {
  const given = pick(firstNames, random() ** 3);
  const family = random() < 0.7 ? pick(lastNames, random() ** 3) : rareWord(random);
  if (random() < 0.3) return `${given} ${family}`;
  const middle = random() < 0.5 ? pick(firstNames, random()) : rareWord(random);
  const name = `${given} ${middle} ${family}`;
  return random() < 0.5 ? name.toUpperCase() : name;
}

function rareWord(random: () => number): string {
  const word =
    pick(starts, random()) +
    pick(ends, random()) +
    pick(ends, random()) +
    (random() < 0.4 ? pick(ends, random()) : "");
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function pick<Value>(values: readonly Value[], at: number): Value {
  return values[Math.floor(at * values.length)] as Value;
}
