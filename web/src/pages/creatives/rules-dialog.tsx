import type { CreativeSettings } from '../../../../client/src/index.ts'
import { updateCreativeSettings, useCreativeSettings } from '../../data/creatives.ts'
import { useWrite } from '../../data/client/write.ts'
import { useForm } from '../../data/form/use-form.ts'
import { useMay } from '../../data/session/session.ts'
import { t } from '../../languages/t.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'

/** By which numbers a creative wins or is tired, and how ads are named: for the whole company. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const settings = useCreativeSettings()
  return (
    <Answer of={settings} what={t('the rules')}>
      {(known) => <Rules known={known} onClose={onClose} />}
    </Answer>
  )
}

const startOf = (known: CreativeSettings) => ({
  namePattern: known.namePattern ?? '',
  winnerTimes: known.winnerTimes,
  winnerSpendUsd: known.winnerSpendUsd,
  tiredFallPercent: known.tiredFallPercent,
  tiredRisePercent: known.tiredRisePercent,
})

function Rules({ known, onClose }: { known: CreativeSettings; onClose: () => void }) {
  const may = useMay('manage')
  const save = useWrite(updateCreativeSettings, { done: t('Creatives are judged by these rules now.'), then: onClose })
  const form = useForm('updateCreativeSettings', startOf(known), save.error)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('How creatives are judged')}
      lead={t('For the whole company. What was said of past days stays as it was said.')}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            look="main"
            busy={save.isPending}
            disabled={!may || !form.isReady}
            onClick={() => save.mutate({ ...form.sent(), namePattern: form.values.namePattern || null })}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={t('Wins: times the median spend of its account')} {...form.amount('winnerTimes')} />
        <TextField label={t('Wins: and at least so many dollars')} {...form.amount('winnerSpendUsd')} />
        <TextField label={t('Tired: clicks or plays fell by so many percent')} {...form.amount('tiredFallPercent')} />
        <TextField label={t('Tired: while frequency rose by so many percent')} {...form.amount('tiredRisePercent')} />
      </div>
      <TextField
        label={t('How ads are named')}
        hint={t('Parts in braces, with a sign between them. Left empty: in no certain way.')}
        placeholder="{concept}_{hook}_{format}"
        {...form.text('namePattern')}
      />
      <Problem error={save.error} />
    </Dialog>
  )
}
