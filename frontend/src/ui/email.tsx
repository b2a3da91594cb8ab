import { Fragment } from 'react';

/** An address that, where it must wrap, breaks before its «@» and not within a word. */
export const Email = ({ address }: { address: string }) =>
  address.split(/(?=@)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
