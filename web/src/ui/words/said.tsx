import type { ReactNode } from 'react'

/** What the service says of a case, within a text of the page: it speaks English, whatever the page does. */
export const Said = ({ children }: { children: ReactNode }) => <span lang="en">{children}</span>
