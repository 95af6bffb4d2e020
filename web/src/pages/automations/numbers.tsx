import { useAccounts } from '../../data/accounts.ts'
import { numberName } from './words/names.ts'
import { numberLocale } from '../../ui/words/locale.ts'
import { PlatformTitle } from '../../ui/platform-mark.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { t } from '../../languages/t.ts'

/** The numbers that were decided on. Unknown ones are a dash, which is not zero. */
export function Numbers({ values }: { values: Record<string, number | null> }) {
  const entries = Object.entries(values)
  if (entries.length === 0) return <span className="text-muted">{t('no numbers')}</span>
  return (
    <dl className="grid grid-cols-[auto_auto] justify-start gap-x-3 text-[13px]">
      {entries.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="whitespace-nowrap text-muted">{numberName(label)}</dt>
          <dd className="text-right tabular-nums">{isFact(label) ? factWord(value) : numberText(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

const isFact = (label: string) => / (is|is one of|contains|matches) /.test(label)
const factWord = (value: number | null) => (value === null ? '–' : value === 1 ? t('yes') : t('no'))

function numberText(value: number | null): string {
  return value === null
    ? '–'
    : value.toLocaleString(numberLocale, { maximumFractionDigits: Math.abs(value) < 0.1 ? 4 : 2 })
}

interface Entity {
  name: string | null
  id: string
  platform: string
  /** null: the account is gone. */
  accountId: string | null
}

/** What something is called, with the id under which it is found on its platform, and what its money is in. */
export function EntityName({ name, id, platform, accountId }: Entity) {
  const account = useAccounts().data?.find((each) => each.id === accountId)
  return (
    <div className="min-w-40">
      <p className="font-medium break-words">
        {name ?? t('Name not known')} {account && <SandboxOrLive of={[account.sandbox]} />}
      </p>
      <p className="text-xs break-all text-muted">
        <PlatformTitle name={platform} /> · {id}
        {account ? ` · ${t('in {currency}', { currency: account.currency })}` : null}
      </p>
    </div>
  )
}
