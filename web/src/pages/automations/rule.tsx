import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { Automation } from '../../../../client/src/index.ts'
import type { RuleTab } from '../../app/search.ts'
import { useRule } from '../../data/automations.ts'
import { isGone } from '../../data/client/refusal.ts'
import { Answer } from '../../ui/answer.tsx'
import { Page } from '../../ui/page.tsx'
import { NotFound } from '../not-found.tsx'
import { Backtest } from './rule/backtest.tsx'
import { EditTab } from './rule/edit-tab.tsx'
import { Executions } from './rule/executions.tsx'
import { Overview } from './rule/overview.tsx'
import { RuleActions } from './rule/rule-actions.tsx'
import { t } from '../../languages/t.ts'

const tabs: Record<RuleTab, string> = {
  overview: t('Overview'),
  edit: t('Edit'),
  backtest: t('Try on the past'),
  executions: t('Executions'),
}

/** One rule: in words, what it would do, what it would have done, what it did. */
export function Rule() {
  const { id } = useParams({ from: '/automations/$id' })
  const number = Number(id)
  return Number.isSafeInteger(number) && number > 0 ? <RuleById key={number} id={number} /> : <NotFound />
}

function RuleById({ id }: { id: number }) {
  const rule = useRule(id)
  const { data } = rule
  const { tab = 'overview' } = useSearch({ from: '/automations/$id' })
  if (!data && isGone(rule.error)) return <NotFound />
  return (
    <Page title={data?.name ?? t('Rule')} actions={data && <RuleActions rule={data} />}>
      <nav aria-label={t('About this rule')} className="-mt-1 flex gap-1 overflow-x-auto border-b">
        {(Object.keys(tabs) as RuleTab[]).map((name) => (
          <Link
            key={name}
            to="/automations/$id"
            params={{ id: String(id) }}
            search={name === 'overview' ? {} : { tab: name }}
            activeOptions={{ exact: true }}
            aria-current={name === tab ? 'page' : undefined}
            className="border-b-2 border-transparent px-3 py-2 whitespace-nowrap text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-accent"
          >
            {tabs[name]}
          </Link>
        ))}
      </nav>
      <Answer of={rule} what={t('the rule')}>
        {(found) => <Part tab={tab} rule={found} />}
      </Answer>
    </Page>
  )
}

function Part({ tab, rule }: { tab: RuleTab; rule: Automation }) {
  if (tab === 'edit') return <EditTab rule={rule} />
  if (tab === 'backtest') return <Backtest rule={rule} />
  if (tab === 'executions') return <Executions rule={rule} />
  return <Overview rule={rule} />
}
