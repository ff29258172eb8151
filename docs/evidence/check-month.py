"""Checks the CSV of a closed month from the dashboard: python3 check-month.py FILE [sha256:HASH as the audit log has it]"""
import csv, hashlib, json, re, sys
from decimal import Decimal

SIGNS = r"(?=[\s\"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])"
# What keeps a cell text in a spreadsheet is no part of it.
plain = lambda cell: re.sub(r"([;\t|\r\n])'" + SIGNS, r"\1", cell.removeprefix("'"))
sha = lambda text: hashlib.sha256(text.encode()).hexdigest()
try:
    head, *lines, end = csv.reader(open(sys.argv[1], encoding="utf-8-sig", newline=""))
except (UnicodeDecodeError, ValueError, csv.Error):
    head, end = [], []
if "Transfer ID" not in head or len(end) < 5 or end[0] != "End of the export":
    sys.exit("This is not the whole CSV of a month. Export it as Spreadsheet (CSV).")
rows = [dict(zip(head, map(plain, line))) for line in lines]
NAMES = ["Transfer ID", "Event", "Kind", "Source", "Time (UTC)", "Month", "Token", "Amount", "NGN, estimate"]
hashed = sha("".join(" ".join(row[name] or "-" for name in NAMES) + "\n" for row in rows))
closed, figures, month = plain(end[2]), plain(end[3]), plain(end[4])
faults = [] if end[:2] == ["End of the export", f"{len(rows)} movements"] else ["the file is incomplete"]
if closed != "sha256:" + sha(f"month-1 {month}\n{figures}\n{hashed}"):
    faults.append("the hash is not that of its lines and figures")
if len(sys.argv) > 2 and sys.argv[2] != closed:
    faults.append("the month was closed with another hash")
for token in json.loads(figures)["tokens"]:
    total = {name: Decimal(0) for name in ["created", "back", "paid", "failed", "never"]}
    for row in rows:
        if row["Token"] == token["token"] and row["Kind"] in total:
            total[row["Kind"]] += Decimal(row["Amount"])
    for name, amount in total.items():
        if amount != Decimal(token[name]["amount"]):
            faults.append(f"{token['token']}: {name} is not the sum of its lines")
    came = Decimal(token["start"]["amount"]) + total["created"] + total["back"]
    if came - total["paid"] - total["failed"] - total["never"] != Decimal(token["end"]["amount"]):
        faults.append(f"{token['token']}: what came and left is not what is open at the end")
print("\n".join(faults) or f"The hash is right, and it adds up. Movements: {len(rows)}. {closed}")
sys.exit(1 if faults else 0)
