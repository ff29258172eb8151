/** Says nothing of whether there ever was such a link. */
export default function PayNotFound() {
  return (
    <>
      <h1 className="text-lg">This link isn’t known here</h1>
      <p className="mt-2">
        Ask who sent it. Maybe a part of it is missing: open the whole link again. Don’t send anything before
        that.
      </p>
    </>
  );
}
