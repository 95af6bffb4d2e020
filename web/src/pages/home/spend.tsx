import { Link } from '@tanstack/react-router'
import type { CapStatus, SpendGuardStatus } from '../../../../client/src/index.ts'
import { useGuards } from '../../data/guards.ts'
import { useSpendToday } from '../../data/reports.ts'
import { Answer, Failed } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { money } from '../../ui/words/format.ts'
import { Card } from '../../ui/page.tsx'
import { paceWords } from '../../ui/figures/pace-words.ts'
import { Progress } from '../../ui/figures/progress.tsx'
import { Said } from '../../ui/words/said.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

/** What was spent today, and how much of what the guards allow. */
export function Spend() {
  const spend = useSpendToday()
  const guards = useGuards()
  const capped = (guards.data?.data ?? []).filter(({ day, month }) => day ?? month)
  return (
    <Card
      title={t('Spend today')}
      actions={
        <Link to="/reports" className="text-[13px] text-accent underline">
          {t('Reports')}
        </Link>
      }
    >
      <Answer of={spend} what={t("today's spend")}>
        {({ metadata }) => <Total {...metadata} />}
      </Answer>
      <div className="not-empty:mt-2">
        <Failed of={[guards]} />
      </div>
      {guards.data && capped.length === 0 && (
        <p className="mt-3 border-t pt-3 text-muted">
          {rich('No guard caps what may be spent. <link>Set a guard</link>', {
            link: (inner) => (
              <Link to="/guards" className="text-accent underline">
                {inner}
              </Link>
            ),
          })}
        </p>
      )}
      {capped.length > 0 && (
        <ul className="mt-3 flex flex-col gap-3 border-t pt-3">
          {capped.map((status) => (
            <Guard key={status.guard.id} {...status} />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface Totals {
  totalSpend: number | 'unknown'
  knownSpend: number
  currency: string | null
  missing: unknown[]
}

function Total({ totalSpend, knownSpend, currency, missing }: Totals) {
  const isWhole = typeof totalSpend === 'number'
  return (
    <p>
      <span className="text-2xl font-semibold tabular-nums">{isWhole ? money(totalSpend, currency) : '–'}</span>
      {!isWhole && (
        <span className="block text-[13px] text-warn">
          {t(
            {
              one: '{knownSpend} are known; {count} part is missing.',
              other: '{knownSpend} are known; {count} parts are missing.',
            },
            { count: missing.length, knownSpend: money(knownSpend, currency) },
          )}
        </span>
      )}
    </p>
  )
}

function Guard({ guard, day, month }: SpendGuardStatus) {
  const name = guard.name ?? t('Guard {id}', { id: guard.id })
  return (
    <li className="flex flex-col gap-1.5">
      <p className="flex items-center justify-between gap-2">
        <Link to="/guards" className="min-w-0 truncate font-medium hover:underline">
          {name}
        </Link>
        {(day?.isReached || month?.isReached) && <Badge tone="bad">{t('cap reached')}</Badge>}
      </p>
      {day && <Cap label={t('today')} name={name} cap={day} currency={guard.currency} />}
      {month && <Cap label={t('this month')} name={name} cap={month} currency={guard.currency} />}
    </li>
  )
}

interface CapProps {
  label: string
  name: string
  cap: CapStatus
  currency: string
}

const nearShare = 0.8

function Cap({ label, name, cap: { cap, spend, problem, reachedAt, isReached }, currency }: CapProps) {
  const known = typeof spend === 'number' ? spend : null
  const share = known === null || cap === 0 ? 0 : known / cap
  const tone = share >= 1 ? 'bad' : share >= nearShare ? 'warn' : 'good'
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-3 text-[13px] text-muted tabular-nums">
        <span>
          {t('{which} of {cap} {label}', {
            which: known === null ? '–' : money(known, currency),
            cap: money(cap, currency),
            label,
          })}
        </span>
        {reachedAt && !isReached && <span className="text-warn">{paceWords(reachedAt)}</span>}
      </p>
      {known === null ? (
        <p className="text-[13px] text-warn">{problem ? <Said>{problem}</Said> : t('The spend is not known.')}</p>
      ) : (
        <Progress label={`${name}, ${label}`} total={cap} parts={[{ count: Math.min(known, cap), tone }]} />
      )}
    </div>
  )
}
