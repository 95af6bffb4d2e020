import { CircleCheck } from 'lucide-react'
import { Card } from '../../ui/page.tsx'
import { FindingRows, findingsIn, usePlatformOf } from './finding-rows.tsx'
import type { LaunchPageState } from './page-state.ts'
import { isEmpty } from './sheet/rows.ts'
import { useSignal } from './sheet/signals.ts'

/** Everything that is wrong, each with the way to its cell. */
export function ProblemList({ pageState }: { pageState: LaunchPageState }) {
  const { sheet, problems } = pageState
  const platformOf = usePlatformOf()
  useSignal(sheet.signals, 'problems')
  useSignal(sheet.signals, 'shape')
  useSignal(sheet.signals, 'check')
  const { rows } = sheet.content()
  if (rows.every(isEmpty)) return null
  const found = findingsIn(pageState, platformOf)
  const bad = found.filter(({ tone }) => tone === 'bad').length
  const isChecked = rows.every((row) => isEmpty(row) || problems.isKnown(row))
  const none = isChecked ? 'No problems' : 'Checking …'
  return (
    <Card title={bad === 0 ? none : bad === 1 ? '1 problem' : `${bad} problems`} className="max-h-80 overflow-y-auto">
      {found.length === 0 && isChecked && (
        <p className="flex items-center gap-2 text-good">
          <CircleCheck size={16} aria-hidden /> Nothing stands against these ads so far.
        </p>
      )}
      <FindingRows pageState={pageState} found={found} />
    </Card>
  )
}
