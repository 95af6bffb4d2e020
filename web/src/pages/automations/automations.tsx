import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Page } from '../../ui/page.tsx'
import { ExecutionsTable } from './list/executions-table.tsx'
import { RulesTable } from './list/rules-table.tsx'
import { StopBar } from './list/stop-bar.tsx'
import { Suggestions } from './list/suggestions.tsx'
import { t } from '../../languages/t.ts'

export function Automations() {
  return (
    <Page
      title={t('Automations')}
      lead={t(
        'Rules watch your figures and act. Each shows the numbers it decided on, can be tried on the past, and can be taken back.',
      )}
      actions={
        <Link
          to="/automations/new"
          className="inline-flex h-9 items-center gap-1.5 rounded-md bg-accent-strong px-3 font-medium text-on-accent hover:brightness-92"
        >
          <Plus size={16} aria-hidden /> {t('New rule')}
        </Link>
      }
    >
      <StopBar />
      <Suggestions />
      <section className="flex flex-col gap-2">
        <h2 className="text-[15px] font-semibold">{t('Rules')}</h2>
        <RulesTable />
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="text-[15px] font-semibold">{t('Recent executions')}</h2>
        <ExecutionsTable />
      </section>
    </Page>
  )
}
