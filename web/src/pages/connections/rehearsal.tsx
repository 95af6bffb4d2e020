import { Check, CircleAlert, CircleHelp, TriangleAlert } from 'lucide-react'
import type { ComponentType } from 'react'
import type { CheckedItem, Connection } from '../../../../client/src/index.ts'
import { ago } from '../../ui/words/format.ts'
import { Progress } from '../../ui/figures/progress.tsx'
import { rich } from '../../languages/rich.ts'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

type LastRehearsal = NonNullable<Connection['rehearsal']>

/** What came of trying everything that launching needs, as a list of what is well and what is not. */
export function Rehearsal({
  connection: { accounts },
  rehearsal,
}: {
  connection: Connection
  rehearsal: LastRehearsal
}) {
  const { state, progress, by, startedAt, checklist } = rehearsal
  const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name ?? id
  const troubles = checklist.filter(({ state: found }) => found === 'problem' || found === 'warning').length
  return (
    <details className="rounded-md border p-3" open={state !== 'done' || troubles > 0}>
      <summary className="cursor-pointer font-medium">
        {rich('Rehearsal: {words} <span>by {by}, {startedAt}</span>', {
          words: words(state, troubles),
          by,
          startedAt: ago(startedAt),
          span: (inner) => <span className="font-normal text-muted">{inner}</span>,
        })}
      </summary>
      <div className="mt-2 flex flex-col gap-2">
        {state !== 'done' && (
          <Progress label={t('How much of it was tried')} total={100} parts={[{ count: progress, tone: 'calm' }]} />
        )}
        {groups(checklist, nameOf).map(([account, items]) => (
          <section key={account} aria-label={account} className="flex flex-col gap-1">
            <h3 className="text-[13px] font-medium">{account}</h3>
            <ul className="flex flex-col gap-1 text-[13px]">
              {items.map((item) => (
                <Item key={`${item.what} ${item.why}`} item={item} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  )
}

function words(state: LastRehearsal['state'], troubles: number): string {
  if (state !== 'done') return t('under way')
  if (troubles === 0) return t('all is well')
  return t({ one: '{count} thing to look at', other: '{count} things to look at' }, { count: troubles })
}

const marks: Record<
  CheckedItem['state'],
  { icon: ComponentType<{ size: number; className: string }>; tone: string; word: string }
> = {
  ok: { icon: Check, tone: 'text-good', word: t('well') },
  warning: { icon: TriangleAlert, tone: 'text-warn', word: t('look at it') },
  problem: { icon: CircleAlert, tone: 'text-bad', word: t('does not work') },
  notAsked: { icon: CircleHelp, tone: 'text-muted', word: t('not tried') },
}

function Item({ item: { what, state, why, next } }: { item: CheckedItem }) {
  const { icon: Icon, tone, word } = marks[state]
  return (
    <li className="flex items-start gap-2">
      <Icon size={15} className={`mt-0.5 shrink-0 ${tone}`} />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{word}: </span>
        <Said>{what}</Said>
        <span lang="en" className="text-muted">
          {' '}
          {why}
        </span>
        {next !== null && state !== 'ok' && (
          <span lang="en" className="block">
            {next}
          </span>
        )}
      </span>
    </li>
  )
}

function groups(items: readonly CheckedItem[], nameOf: (id: string) => string): [string, CheckedItem[]][] {
  const name = ({ accountId }: CheckedItem) => (accountId === null ? t('The connection itself') : nameOf(accountId))
  return Object.entries(Object.groupBy(items, name)).map(([account, own]) => [account, own ?? []])
}
