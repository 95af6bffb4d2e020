import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../languages/t.ts'

/** The address, if it leads to the web: anything else (javascript:, data:) is no link. */
export function webAddress(text: string | null | undefined): string | null {
  const url = URL.parse(text ?? '')
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** A link to somewhere else. What is no web address is shown as text. */
export function WebLink({ to, children }: { to: string | null | undefined; children: ReactNode }) {
  const address = webAddress(to)
  if (!address) return <>{children}</>
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 text-accent underline underline-offset-2"
    >
      {children}
      <ExternalLink size={13} aria-hidden />
      <span className="sr-only">{t('(opens in a new tab)')}</span>
    </a>
  )
}
