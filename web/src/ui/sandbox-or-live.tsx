import { Badge } from './badge.tsx'
import { t } from '../languages/t.ts'

/** Whether money can be spent there. `of`: of each account that it is about; what is not known counts as live. */
export function SandboxOrLive({ of }: { of: readonly (boolean | null | undefined)[] }) {
  if (of.length === 0) return null
  const count = of.filter((sandbox) => sandbox === true).length
  if (count === of.length) return <Badge>{t('sandbox')}</Badge>
  return <Badge tone="busy">{count === 0 ? t('live') : t('live and sandbox')}</Badge>
}
