import { useState } from "react";
import { Field } from "#components/form/field";
import { Select } from "#components/form/input";
import { BusyButton } from "#components/ui/busy-button";
import { detailOf } from "#lib/contract/problem";
import { type Role, roles, roleWords } from "#lib/contract/roles";

type Props = {
  role: Role;
  error: Error | null;
  onRole: (role: Role) => void;
};

export function RoleForm({ role, error, onRole }: Props) {
  const [chosen, setChosen] = useState(role);
  const fault = error === null ? undefined : detailOf(error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRole(chosen);
      }}
    >
      <Field label="Role" hint={`${roleWords[chosen].can}.`} error={fault}>
        {(wiring) => (
          <div className="flex max-w-lg flex-wrap gap-3">
            <Select
              {...wiring}
              value={chosen}
              onChange={({ target }) => setChosen(roles.find((known) => known === target.value) ?? role)}
              className="min-w-32 flex-1"
            >
              {roles.map((name) => (
                <option key={name} value={name}>
                  {roleWords[name].name}
                </option>
              ))}
            </Select>
            <BusyButton type="submit" isOff={chosen === role}>
              Change the role
            </BusyButton>
          </div>
        )}
      </Field>
    </form>
  );
}
