export function OpenedTooOften() {
  return (
    <>
      <h1 className="text-lg">This page was opened too often</h1>
      <p className="mt-2">Wait a minute, then reload it. Do not send anything before that.</p>
    </>
  );
}
