"""Checks a file of approvals from the dashboard: python3 check-evidence.py FILE [sha256:HASH as the audit log has it]"""
import csv, hashlib, json, re, sys

# What keeps a cell text in a spreadsheet is no part of it.
SIGNS = r"(?=[\s\"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])"
plain = lambda cell: re.sub(r"([;\t|\r\n])'" + SIGNS, r"\1", cell.removeprefix("'"))
SHOWN = {"transfer-1": {1: "Amount", 3: "Token", 4: "Network", 7: "Bank code", 8: "Bank", 9: "Account number",
                        10: "Account name", 13: "Reference", 14: "Purpose", 16: "Asked by, ID"},
         "payee_version-1": {3: "Bank code", 4: "Bank", 5: "Account number", 6: "Account name", 8: "Asked by, ID"},
         "rules-1": {3: "Asked by, ID"}}
raw = open(sys.argv[1], "rb").read()
digest = "sha256:" + hashlib.sha256(raw).hexdigest()
head, *lines, end = csv.reader(raw.decode("utf-8-sig").splitlines(keepends=True))
faults = [] if end[:2] == ["End of the export", f"{len(lines)} requests"] else ["the file is incomplete"]
if len(sys.argv) > 2 and sys.argv[2] != digest:
    faults.append("the file is not the one that was exported")
for number, line in enumerate(lines, 2):
    row = dict(zip(head, map(plain, line)))
    text, hashed = row["Hashed text"], row["Subject hash"]
    if hashlib.sha256(text.encode()).hexdigest() != hashed:
        faults.append(f"line {number}: the hash is not that of its text")
        continue
    values = json.loads(text)
    for at, name in {0: "Recipe", **SHOWN.get(values[0], {})}.items():
        if (values[at] or "") != row[name]:
            faults.append(f"line {number}: {name} is not what was hashed")
    for name in [name for name in head if name.endswith(": subject hash") and row[name] not in ("", hashed)]:
        faults.append(f"line {number}: {name} is of something else")
print("\n".join(faults) or f"Every hash is right. Lines: {len(lines)}. The file: {digest}")
sys.exit(1 if faults else 0)
