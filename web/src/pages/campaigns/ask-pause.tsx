import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { money } from '../../ui/words/format.ts'
import { useTree } from './tree-state.tsx'
import { t } from '../../languages/t.ts'

/** One press does not stop what brings in much: a person is shown how much first. */
export function AskPause({ days }: { days: string }) {
  const { asked, account } = useTree()
  if (!asked) return null
  const { entities, spend, pause, leave } = asked
  const [first] = entities
  return (
    <Dialog
      open
      onClose={leave}
      title={
        entities.length === 1 && first
          ? t('Pause “{name}”?', { name: first.name })
          : t('Pause these {entities}?', { entities: entities.length })
      }
      lead={t(
        '{spend} spent {days}. What is paused brings nothing until it is resumed; the way back is offered afterwards.',
        { spend: money(spend, account.currency), days },
      )}
      actions={
        <>
          <Button onClick={leave}>{t('Let it run')}</Button>
          <Button look="danger" onClick={pause}>
            {t('Pause')}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
