import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { useBatches } from '../../data/launch/batches.ts'
import { useConnections } from '../../data/connections.ts'
import { useGuards } from '../../data/guards.ts'
import { useSomeKeys } from '../../data/session/keys.ts'
import { useWebhooks } from '../../data/webhooks.ts'
import { Card } from '../../ui/page.tsx'
import { Progress } from '../../ui/figures/progress.tsx'
import { t } from '../../languages/t.ts'

interface Step {
  name: string
  about: string
  to: string
  /** null: not known, or not for this person to know. */
  isDone: boolean | null
}

function know<T>(list: T[] | undefined, isDone: (list: T[]) => boolean): boolean | null {
  return list ? isDone(list) : null
}

/** null: not all of them have answered, and what is not known yet looks as if it were not done. */
function useSteps(): Step[] | null {
  const asked = [useConnections(), useSomeKeys(), useBatches({ limit: 20 }), useGuards(), useWebhooks()] as const
  const connections = asked[0].data
  const keys = asked[1].data?.data
  const batches = asked[2].data?.data
  const guards = asked[3].data?.data
  const webhooks = asked[4].data
  if (asked.some(({ isLoading }) => isLoading)) return null
  const real = connections?.filter(({ sandbox }) => !sandbox) ?? []
  return [
    {
      name:
        real.length > 0
          ? t('{real} platforms connected', { real: real.length })
          : t('Platforms answer, in the sandbox'),
      about:
        real.length > 0
          ? t('Ads run on the platforms themselves.')
          : t('Nothing costs money there. Connect a platform when you are ready.'),
      to: '/connections',
      isDone: know(connections, (list) => list.some(({ state }) => state !== 'broken')),
    },
    {
      name: t('An API key is in use'),
      about: t('For scripts, agents and the command line.'),
      to: '/keys',
      isDone: know(keys, (list) => list.some(({ lastUsedAt }) => lastUsedAt !== null)),
    },
    {
      name: t('The first launch'),
      about: t('From the sheet, a file, or the demo batch on this page.'),
      to: '/launch',
      isDone: know(batches, (list) => list.some(({ status }) => status !== 'draft')),
    },
    {
      name: t('A spend guard'),
      about: t('So that no mistake costs more than you allow.'),
      to: '/guards',
      isDone: know(guards, (list) => list.length > 0),
    },
    {
      name: t('A webhook'),
      about: t('So that somebody hears of what fails: Slack, or your own service.'),
      to: '/webhooks',
      isDone: know(webhooks, (list) => list.length > 0),
    },
  ]
}

/** What makes an installation whole. It goes away once everything is done. */
export function Checklist() {
  const steps = useSteps() ?? []
  const known = steps.filter(({ isDone }) => isDone !== null)
  const done = known.filter(({ isDone }) => isDone)
  if (known.length === 0 || done.length === steps.length) return null
  return (
    <Card
      title={t('Setup')}
      actions={
        <span className="text-[13px] text-muted">
          {t('{done} of {steps}', { done: done.length, steps: steps.length })}
        </span>
      }
    >
      <Progress label={t('Setup')} total={steps.length} parts={[{ count: done.length, tone: 'good' }]} />
      <ul className="mt-3 flex flex-col gap-1">
        {steps.map(({ name, about, to, isDone }) => (
          <li key={to}>
            <Link to={to} className="flex items-start gap-2 rounded-md p-2 hover:bg-raised">
              {isDone ? (
                <CircleCheck size={18} className="mt-0.5 shrink-0 text-good" aria-label={t('Done:')} role="img" />
              ) : (
                <Circle size={18} className="mt-0.5 shrink-0 text-muted" aria-label={t('To do:')} role="img" />
              )}
              <span>
                <span className="font-medium">{name}</span>
                <span className="block text-[13px] text-muted">
                  {isDone === null && to === '/keys' ? t('Admins see the keys.') : about}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
