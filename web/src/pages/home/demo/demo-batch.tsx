import { useNavigate } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAccounts } from '../../../data/accounts.ts'
import { useBatches } from '../../../data/launch/batches.ts'
import { demoAds, launchDemo } from '../../../data/demo.ts'
import { useMay } from '../../../data/session/session.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { drawPicture } from './draw-picture.ts'
import { t } from '../../../languages/t.ts'

/** One press shows a launch happening. It is there as long as there is a sandbox account and nothing was launched yet. */
export function DemoBatch() {
  const accounts = useAccounts().data
  const account = accounts?.find(
    ({ sandbox, platform, status }) => sandbox && platform === 'primary' && status === 'active',
  )
  const batches = useBatches({ limit: 20 }).data
  const mayLaunch = useMay('launch')
  const navigate = useNavigate()
  const [step, setStep] = useState('')
  /** For all presses until one has an answer: a lost answer launches nothing twice. */
  const key = useRef<string | undefined>(undefined)
  const launch = useWrite(launchDemo, {
    then: ({ adBatchId }) => {
      key.current = undefined
      void navigate({ to: '/batches/$id', params: { id: String(adBatchId) } })
    },
  })
  // It has shown what it is for once anything was launched.
  const wasUsed = batches?.data.some(({ status }) => status !== 'draft') ?? true
  if (!account || (wasUsed && !launch.isPending)) return null
  const press = () => {
    key.current ??= `demo-${Date.now()}-${Math.random().toString(36).slice(2)}`
    launch.mutate({ accountId: account.id, key: key.current, report: setStep, draw: drawPicture })
  }
  return (
    <Card title={t('See a launch happen')}>
      <p className="mb-3 text-muted">
        {t(
          '{demoAds} ads with pictures go to {name}, an account of the sandbox: nothing there costs money. You see them appear one by one, and can undo the batch afterwards.',
          { demoAds, name: account.name },
        )}
      </p>
      <Problem error={launch.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look="main"
          icon={<Rocket size={16} aria-hidden />}
          busy={launch.isPending || launch.isSuccess}
          disabled={!mayLaunch}
          title={mayLaunch ? undefined : t('Your role does not launch.')}
          onClick={press}
        >
          {t('Launch a demo batch')}
        </Button>
        {launch.isPending && (
          <span role="status" className="text-muted">
            {step}
          </span>
        )}
      </div>
    </Card>
  )
}
