import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { money } from '../../ui/words/format.ts'
import { useTree } from './tree-state.tsx'

/** One press does not stop what brings in much: a person is shown how much first. */
export function AskPause({ days }: { days: string }) {
  const { asked, account } = useTree()
  if (!asked) return null
  const { entities, spend, pause, leave } = asked
  const [first] = entities
  const what = entities.length === 1 && first ? `“${first.name}”` : `these ${entities.length}`
  return (
    <Dialog
      open
      onClose={leave}
      title={`Pause ${what}?`}
      lead={`${money(spend, account.currency)} spent ${days}. What is paused brings nothing until it is resumed; the way back is offered afterwards.`}
      actions={
        <>
          <Button onClick={leave}>Let it run</Button>
          <Button look="danger" onClick={pause}>
            Pause
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
