import { TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { cronWords } from '../words/cron.ts'
import { useEditing, useProblem } from './editing.tsx'
import { ProposingField } from './inputs.tsx'
import { t } from '../../../languages/t.ts'

const steps = [15, 30, 60, 120, 180, 240, 360, 720, 1440]
const stepName = (minutes: number) => {
  if (minutes === 1440) return t('once a day')
  if (minutes === 60) return t('every hour')
  return minutes % 60 === 0
    ? t('every {minutes} hours', { minutes: minutes / 60 })
    : t('every {minutes} minutes', { minutes })
}

/** When the rule is checked. */
export function ScheduleFields() {
  const { rule, set } = useEditing()
  const { schedule = { everyMinutes: 60 } } = rule
  const isCron = schedule.cron !== undefined
  const minutes = schedule.everyMinutes ?? 60
  const offered = steps.includes(minutes) ? steps : [minutes, ...steps]
  const everyProblem = useProblem('schedule.everyMinutes')
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <SelectField
        label={t('Checked')}
        options={[
          ...offered.map((each) => ({ value: String(each), label: stepName(each) })),
          { value: 'cron', label: t('at certain times …') },
        ]}
        value={isCron ? 'cron' : String(minutes)}
        onChange={(next) =>
          set('schedule', next === 'cron' ? { cron: '0 6 * * *', timeZone: ownZone() } : { everyMinutes: Number(next) })
        }
        problem={everyProblem}
      />
      {isCron && <CronFields cron={schedule.cron ?? ''} timeZone={schedule.timeZone} />}
    </div>
  )
}

function CronFields({ cron, timeZone }: { cron: string; timeZone: string | undefined }) {
  const { set } = useEditing()
  return (
    <>
      <TextField
        label={t('Cron line')}
        hint={cronWords(cron) ?? t('Five fields: minute, hour, day, month, weekday.')}
        className="font-mono"
        value={cron}
        onChange={({ target }) => set('schedule.cron', target.value)}
        problem={useProblem('schedule.cron')}
      />
      <ProposingField
        label={t('Time zone')}
        placeholder={t('UTC')}
        proposals={Intl.supportedValuesOf('timeZone')}
        value={timeZone ?? ''}
        onChange={({ target }) => set('schedule.timeZone', target.value || undefined)}
        problem={useProblem('schedule.timeZone')}
      />
    </>
  )
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
