import { useEffect, useRef } from "react";
import { Field } from "#components/form/field";
import { FileInput, readBase64 } from "#components/form/file-input";
import { Button } from "#components/ui/button";
import { focusLate } from "#lib/browser/late-focus";
import { logoTypes, mostLogoBytes, mostLogoSide } from "#lib/contract/letterhead/letterhead";
import { formatCount } from "#lib/money/format";

type Props = {
  hasLogo: boolean;
  error: string | undefined;
  /** In base64; `null` removes it. */
  onLogo: (logo: string | null) => void;
  onFault: (message: string) => void;
};

export function LogoField({ hasLogo, error, onLogo, onFault }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error !== undefined) focusLate(field.current);
  }, [error]);

  async function choose(file: File | undefined) {
    if (file === undefined) return;
    if (file.size > mostLogoBytes)
      return onFault(
        `The file has ${formatCount(Math.ceil(file.size / 1_000))} kB. Use at most ${mostLogoBytes / 1_000} kB.`,
      );
    const logo = await readBase64(file).catch(() => undefined);
    // Another one was chosen meanwhile.
    if (field.current?.files?.[0] !== file) return;
    if (logo === undefined || logo === "") onFault("The file can’t be read. Choose another one.");
    else onLogo(logo);
  }

  return (
    <div className="space-y-2">
      <Field
        label="Logo"
        hint={`PNG of at most ${formatCount(mostLogoSide)} × ${formatCount(mostLogoSide)} pixels, or SVG of plain shapes. At most ${mostLogoBytes / 1_000} kB.`}
        error={error}
      >
        {(wiring) => (
          <FileInput
            {...wiring}
            ref={field}
            accept={Object.values(logoTypes).join(",")}
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        )}
      </Field>
      {hasLogo && (
        <Button
          size="small"
          onClick={() => {
            if (field.current !== null) field.current.value = "";
            onLogo(null);
            field.current?.focus();
          }}
        >
          Remove the logo
        </Button>
      )}
    </div>
  );
}

/** A picture of a file that isn't kept yet. The browser runs nothing in it. */
export function pictureOf(logo: string | null): string | undefined {
  if (logo === null) return undefined;
  return `data:${logo.startsWith("iVBORw0KGgo") ? logoTypes.png : logoTypes.svg};base64,${logo}`;
}
