import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Field } from "#components/form/field";
import { Input, Select } from "#components/form/input";
import { ActOutcome } from "#components/notice/act-outcome";
import { Trouble } from "#components/notice/trouble";
import { BusyButton } from "#components/ui/busy-button";
import { useFieldFaults } from "#lib/browser/field-faults";
import { invite } from "#lib/calls/people-calls";
import { InvitationInput } from "#lib/contract/people";
import { roles, roleWords } from "#lib/contract/roles";
import { LinkNotice } from "./link-notice";

const resolver = zodResolver(InvitationInput);

type Props = { timeZone: string; isMailed: boolean };

export function InviteForm({ timeZone, isMailed }: Props) {
  const { register, handleSubmit, reset, setError, setFocus, watch, formState } = useForm<InvitationInput>({
    defaultValues: { email: "", role: "support" },
    resolver,
  });
  const inviting = useMutation(invite);
  const { data: link, isPending } = inviting;
  const trouble = useFieldFaults(inviting.error, setError);
  const invited = inviting.variables?.body;
  const { errors } = formState;
  useEffect(() => setFocus("email"), [setFocus]);

  const wording = isMailed
    ? { act: "Send the invitation", pending: "Sending the invitation" }
    : { act: "Create an invitation link", pending: "Creating the link" };
  return (
    <div className="space-y-4">
      <ActOutcome of={link}>
        {link !== undefined && invited !== undefined && (
          <LinkNotice
            title={`Invitation link for ${invited.email}, as ${roleWords[invited.role].name}`}
            link={link}
            timeZone={timeZone}
            onClose={() => {
              inviting.reset();
              setFocus("email");
            }}
          />
        )}
      </ActOutcome>
      <form
        noValidate
        method="post"
        className="space-y-4"
        onSubmit={handleSubmit((body) => inviting.mutate({ body }, { onSuccess: () => reset() }))}
      >
        {trouble !== null && <Trouble error={trouble} />}
        <Field
          label="E-mail address"
          hint={`They sign in with it. ${isMailed ? "We send the invitation there." : "We send no e-mail."}`}
          error={errors.email?.message}
        >
          {(wiring) => (
            <Input
              {...wiring}
              {...register("email")}
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Role" hint={`${roleWords[watch("role")].can}.`} error={errors.role?.message}>
          {(wiring) => (
            <Select {...wiring} {...register("role")}>
              {roles.map((name) => (
                <option key={name} value={name}>
                  {roleWords[name].name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <BusyButton type="submit" variant="primary" isOff={isPending}>
          {isPending ? wording.pending : wording.act}
        </BusyButton>
      </form>
    </div>
  );
}
