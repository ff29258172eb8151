/** Says nothing of whether there ever was such a link. */
export default function PayNotFound() {
  return <h1 className="text-lg">There is no page at this address</h1>;
}
