import { useSession } from '../../data/session/session.ts'
import { Page } from '../../ui/page.tsx'
import { Checklist } from './checklist.tsx'
import { DemoBatch } from './demo/demo-batch.tsx'
import { Needs } from './needs.tsx'
import { Running } from './running.tsx'
import { Spend } from './spend.tsx'
import { Trend } from './week/trend.tsx'
import { Week } from './week/week.tsx'
import { t } from '../../languages/t.ts'

export function Home() {
  const name = useSession().data?.company.name
  return (
    <Page
      title={t('Home')}
      lead={t('What is going on at {name}, and what needs you.', { name: name ?? t('your company') })}
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <DemoBatch />
          <Needs />
          <Week />
          <Running />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Spend />
          <Trend />
          <Checklist />
        </div>
      </div>
    </Page>
  )
}
