import { CircleCheck } from 'lucide-react'
import { Card } from '../../../ui/page.tsx'
import type { LaunchPageState } from '../page-state.ts'
import { isEmpty } from '../sheet/rows.ts'
import { knownSignals } from '../sheet/known.ts'
import { useSignal } from '../sheet/signals.ts'
import { GroupRows, usePlatformOf } from './group-rows.tsx'
import { groupsIn, openIn } from './groups.ts'
import { t } from '../../../languages/t.ts'

/** Everything that is wrong, each thing once, with the way to its cells and what would mend it. */
export function ProblemList({ pageState }: { pageState: LaunchPageState }) {
  const { sheet, problems, names } = pageState
  const platformOf = usePlatformOf()
  useSignal(sheet.signals, 'problems')
  useSignal(sheet.signals, 'shape')
  useSignal(sheet.signals, 'check')
  useSignal(sheet.signals, 'questions')
  useSignal(knownSignals, 'names')
  const { rows } = sheet.content()
  if (rows.every(isEmpty)) return null
  const groups = groupsIn(pageState, platformOf)
  const asked = names.questions().length
  const bad = openIn(groups)
  const isChecked = rows.every((row) => isEmpty(row) || problems.isKnown(row))
  const none = !isChecked ? t('Checking …') : asked > 0 ? t('Names to decide about above') : t('No problems')
  return (
    <Card
      title={bad === 0 ? none : t({ one: '1 problem', other: '{count} problems' }, { count: bad })}
      className="max-h-80 overflow-y-auto"
    >
      {groups.length === 0 && isChecked && asked === 0 && (
        <p className="flex items-center gap-2 text-good">
          <CircleCheck size={16} aria-hidden /> {t('Nothing stands against these ads so far.')}
        </p>
      )}
      <GroupRows pageState={pageState} groups={groups} />
    </Card>
  )
}
