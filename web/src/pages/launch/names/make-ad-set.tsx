import { Link } from '@tanstack/react-router'
import { useAccounts } from '../../../data/accounts.ts'
import { can, platformOf } from '../../../data/platforms.ts'
import { t } from '../../../languages/t.ts'

/** The way to a new ad set in an account, where it can be made here; the sheet waits. */
export function MakeAdSet({ account, className }: { account: string | undefined; className?: string }) {
  const found = useAccounts().data?.find(({ id }) => id === account?.trim())
  if (!found || !(can(found.platform, 'build') || can(found.platform, 'automated'))) return null
  return (
    <Link
      to="/campaigns/new-ad-set"
      search={{ account: found.id }}
      // A cell that is being written in keeps its focus until the page has changed.
      onPointerDown={(event) => event.preventDefault()}
      className={className ?? 'text-accent underline'}
    >
      {t('Make one: new {adset}', { adset: platformOf(found.platform).levels.adset })}
    </Link>
  )
}
