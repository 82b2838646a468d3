import { Fragment } from "react";

/** A web address that is broken after its separators, but not its scheme, and within a part only if that is longer than the line. */
export function AddressText({ address }: { address: string }) {
  return (
    <span className="wrap-anywhere">
      {address.split(/(?<=[/?&=])(?<!:\/\/?)(?!\/)/).map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
