declare const found: unique symbol

/** Which company: a number that stood in a row. There is no way to make one of a number that somebody sent. */
export type CompanyId = number & { readonly [found]: 'company' }
