import { CircleStop, Play } from 'lucide-react'
import { useState } from 'react'
import type { AutomationSwitch } from '../../../../../client/src/index.ts'
import { resumeRules, stopRules, useStopSwitch } from '../../../data/automations.ts'
import { useMay } from '../../../data/session/session.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { TextField } from '../../../ui/field.tsx'
import { moment } from '../../../ui/words/format.ts'
import { Failed } from '../../../ui/answer.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { t } from '../../../languages/t.ts'

/** Whether the rules of the company run at all, in plain sight, and the switch for it. */
export function StopBar() {
  const asked = useStopSwitch()
  return (
    <>
      <Failed of={[asked]} />
      {asked.data && (asked.data.stopped ? <Stopped state={asked.data} /> : <Running />)}
    </>
  )
}

function Running() {
  const [isAsking, setAsking] = useState(false)
  const may = useMay('manage')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border bg-surface px-4 py-3">
      <p>
        <span className="mr-2 inline-block size-2.5 rounded-full bg-good" aria-hidden />
        <span className="font-medium">{t('Rules are running.')}</span>{' '}
        <span className="text-muted">{t('Those that are switched on are checked on their schedule.')}</span>
      </p>
      <Button icon={<CircleStop size={16} aria-hidden />} disabled={!may} onClick={() => setAsking(true)}>
        {t('Stop all rules')}
      </Button>
      {isAsking && <StopDialog onClose={() => setAsking(false)} />}
    </div>
  )
}

function StopDialog({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const stop = useWrite(stopRules, { done: t('All rules are stopped.'), then: onClose })
  return (
    <Confirm
      onClose={onClose}
      title={t('Stop all rules?')}
      lead={t(
        'No rule of the company does anything until somebody lets them go on. What was not sent to a platform yet is not sent.',
      )}
      keep={t('Cancel')}
      action={t('Stop all rules')}
      danger
      of={stop}
      input={reason.trim() ? { reason: reason.trim() } : {}}
    >
      <TextField
        label={t('Why (for those who wonder later)')}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Confirm>
  )
}

function Stopped({ state }: { state: AutomationSwitch }) {
  const may = useMay('manage')
  const resume = useWrite(resumeRules, { done: t('Rules go on.') })
  return (
    <div role="status" className="flex flex-col gap-3 rounded-lg border border-bad bg-bad-soft px-4 py-3 text-bad">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <span className="font-medium">{t('All rules are stopped.')}</span> {state.stoppedBy}{' '}
          {t('stopped them on {stoppedAt}', { stoppedAt: moment(state.stoppedAt) })}
          {state.reason === null ? '.' : `: ${state.reason}`}
        </p>
        <Button
          busy={resume.isPending}
          disabled={!may}
          icon={<Play size={16} aria-hidden />}
          onClick={() => resume.mutate()}
        >
          {t('Let rules go on')}
        </Button>
      </div>
      <Problem error={resume.error} />
    </div>
  )
}
