import { useEffect, useRef } from "react";
import { Field } from "#components/form/field";
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
          <input
            {...wiring}
            ref={field}
            type="file"
            accept={Object.values(logoTypes).join(",")}
            className="control py-1.5 file:mr-3 file:rounded-md file:border-0 file:bg-sunken file:px-3 file:py-1 file:font-medium file:text-ink"
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

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** A picture of a file that isn't kept yet. The browser runs nothing in it. */
export function pictureOf(logo: string | null): string | undefined {
  if (logo === null) return undefined;
  return `data:${logo.startsWith("iVBORw0KGgo") ? logoTypes.png : logoTypes.svg};base64,${logo}`;
}
