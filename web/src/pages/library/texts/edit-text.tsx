import { Plus, Trash2 } from 'lucide-react'
import type { AdCopyTemplate, AdCopyVariation } from '../../../../../client/src/index.ts'
import { createTemplate, updateTemplate } from '../../../data/launch/templates.ts'
import { issueAt } from '../../../data/client/refusal.ts'
import { useWrite } from '../../../data/client/write.ts'
import { useForm } from '../../../data/form/use-form.ts'
import { t } from '../../../languages/t.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'

const maxVariations = 50

const startOf = (of: AdCopyTemplate | null) => ({
  name: of?.name ?? '',
  title: of?.title ?? '',
  description: of?.description ?? '',
  cta: (of?.cta ?? null) as Exclude<AdCopyVariation['cta'], undefined>,
  link: of?.link ?? '',
  variations: [...(of?.variations ?? [])] as AdCopyVariation[],
})

/** A text that is kept, with its other wordings. */
export function EditText({ of, onClose }: { of: AdCopyTemplate | null; onClose: () => void }) {
  const callbacks = { done: t('The text is kept.'), then: onClose }
  const create = useWrite(createTemplate, callbacks)
  const update = useWrite(updateTemplate, callbacks)
  const error = create.error ?? update.error
  const form = useForm('createAdCopyTemplate', startOf(of), error)
  const { values, set } = form
  const save = () => {
    const { name, variations, ...texts } = values
    const orNull = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text || null]))
    const wanted = { name, ...orNull, variations: variations.filter(({ title, description }) => title || description) }
    if (of) update.mutate({ id: of.id, ...wanted })
    else create.mutate(wanted)
  }
  const change = (at: number, field: keyof AdCopyVariation, text: string) =>
    set({
      variations: values.variations.map((each, index) => (index === at ? { ...each, [field]: text || null } : each)),
    })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={of ? t('Change the text') : t('New text')}
      lead={t('What a wording leaves empty is taken from the text above it.')}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="main" busy={create.isPending || update.isPending} disabled={!form.isReady} onClick={save}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <TextField label={t('Name')} {...form.text('name')} />
      <TextField label={t('Title')} {...form.text('title')} />
      <TextArea label={t('Text')} rows={4} {...form.text('description')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={t('Call to action')} hint={t('Such as SHOP_NOW.')} {...form.text('cta')} />
        <TextField label={t('Link')} {...form.text('link')} />
      </div>
      {values.variations.map((wording, at) => (
        <fieldset key={at} className="flex flex-col gap-2 rounded-md border p-3">
          <legend className="px-1 text-[13px] font-medium">{t('Wording {number}', { number: at + 2 })}</legend>
          <div className="flex items-end gap-2">
            <div className="flex-1">
              <TextField
                label={t('Title')}
                value={wording.title ?? ''}
                problem={issueAt(error, `variations.${at}.title`)}
                onChange={(event) => change(at, 'title', event.target.value)}
              />
            </div>
            <IconButton
              label={t('Leave out wording {number}', { number: at + 2 })}
              icon={<Trash2 size={15} aria-hidden />}
              onClick={() => set({ variations: values.variations.filter((_, index) => index !== at) })}
            />
          </div>
          <TextArea
            label={t('Text')}
            rows={2}
            value={wording.description ?? ''}
            problem={issueAt(error, `variations.${at}.description`)}
            onChange={(event) => change(at, 'description', event.target.value)}
          />
        </fieldset>
      ))}
      <Button
        className="self-start"
        icon={<Plus size={15} aria-hidden />}
        disabled={values.variations.length >= maxVariations}
        onClick={() => set({ variations: [...values.variations, {}] })}
      >
        {t('Another wording')}
      </Button>
      <Problem error={error} />
    </Dialog>
  )
}
