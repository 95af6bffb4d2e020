import type { ReactNode } from 'react'

/** What the service says of a case, within a text of the page: it speaks English, whatever the page does. */
export const Said = ({ children }: { children: ReactNode }) => <span lang="en">{children}</span>

/** Why something is missing, each reason once: days of several accounts are for the same. */
export const Reasons = ({ of }: { of: readonly { reason: string }[] }) => (
  <Said>{[...new Set(of.map(({ reason }) => reason))].join(' ')}</Said>
)
