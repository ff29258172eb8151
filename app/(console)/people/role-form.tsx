import { useState } from "react";
import { Button } from "#components/ui/button";
import { Field } from "#components/ui/field";
import { Select } from "#components/ui/input";
import { Problem } from "#lib/problem";
import { type Role, roles, roleWords } from "#lib/roles";

type Props = {
  /** The role that the person has. */
  role: Role;
  /** Why the last change of it did not come about. */
  error: Error | null;
  onRole: (role: Role) => void;
};

/** The choice of another role, with what it may do. */
export function RoleForm({ role, error, onRole }: Props) {
  const [chosen, setChosen] = useState(role);
  const fault = error instanceof Problem ? error.detail : error?.message;
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== role) onRole(chosen);
      }}
    >
      <Field
        label="Role"
        hint={`${roleWords[chosen].can}.`}
        error={fault}
        className="min-w-0 flex-[0_1_26rem] max-sm:flex-[1_1_100%]"
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={chosen}
            onChange={({ target }) => setChosen(roles.find((known) => known === target.value) ?? role)}
          >
            {roles.map((name) => (
              <option key={name} value={name}>
                {roleWords[name].name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" aria-disabled={chosen === role || undefined}>
        Change the role
      </Button>
    </form>
  );
}
