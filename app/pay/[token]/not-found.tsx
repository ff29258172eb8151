/** Says nothing of whether there ever was such a link. */
export default function PayNotFound() {
  return (
    <>
      <h1 className="text-lg">There is no page at this address</h1>
      <p className="mt-2">
        If somebody sent you a link, open the whole link again. If that doesn’t help, ask them for a new one.
      </p>
    </>
  );
}
