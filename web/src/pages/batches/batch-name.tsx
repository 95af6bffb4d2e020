import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useForm } from '../../data/form/use-form.ts'
import { useWrite } from '../../data/client/write.ts'
import { renameBatch } from '../../data/launch/batches.ts'
import { useMay } from '../../data/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import type { BatchHead } from './live-batch.ts'
import { t } from '../../languages/t.ts'

/** What people call the batch can be changed at any time. */
export function BatchName({ head }: { head: BatchHead }) {
  const [isOpen, setOpen] = useState(false)
  const mayLaunch = useMay('launch')
  return (
    <>
      <Button icon={<Pencil size={15} aria-hidden />} disabled={!mayLaunch} onClick={() => setOpen(true)}>
        {t('Rename …')}
      </Button>
      {isOpen && <NameDialog head={head} onClose={() => setOpen(false)} />}
    </>
  )
}

function NameDialog({ head, onClose }: { head: BatchHead; onClose: () => void }) {
  const rename = useWrite(renameBatch, { done: t('The batch has its new name.'), then: onClose })
  const form = useForm('renameBatch', { name: head.name }, rename.error)
  return (
    <Dialog open onClose={onClose} title={t('Rename this batch')} lead={t('Nothing on a platform changes.')}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate({ id: String(head.adBatchId), name: form.values.name?.trim() || null })
        }}
      >
        <TextField label={t('Name')} hint={t('Left empty, it is called by its number.')} {...form.text('name')} />
        <Problem error={rename.error} />
        <Button type="submit" look="main" className="self-end" busy={rename.isPending}>
          {t('Save')}
        </Button>
      </form>
    </Dialog>
  )
}
