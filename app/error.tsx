"use client";

/** Every page loads this ahead and few need it, so it is short. */
export default function RootError({ retry }: { retry: () => void }) {
  return (
    <main role="alert" className="mx-auto max-w-160 px-4 py-12">
      <h1>Something failed in this dashboard</h1>
      <p className="my-4">Existing transfers aren’t affected.</p>
      <button type="button" onClick={() => retry()} className="text-link min-h-11">
        Try again
      </button>
    </main>
  );
}
