import type { ComponentProps } from "react";

export function FileInput(props: ComponentProps<"input">) {
  return (
    <input
      {...props}
      type="file"
      className="control py-1.5 file:mr-3 file:rounded-md file:border-0 file:bg-sunken file:px-3 file:py-1 file:font-medium file:text-ink"
    />
  );
}

/** What a person chose, as our API takes it. An empty file is an empty text. */
export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
