import { useDeferredValue, useState } from 'react'
import type { AdCopyTemplate } from '../../../../../client/src/index.ts'
import { required } from '../../../../../client/src/required.ts'
import { useForm } from '../../../data/form/use-form.ts'
import { useMay } from '../../../data/session/session.ts'
import { createTemplate, useTemplates } from '../../../data/launch/templates.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Empty } from '../../../ui/page.tsx'
import { setInRows } from '../sheet/edits.ts'
import { heightOf } from '../sheet/range.ts'
import type { SheetStore } from '../sheet/store.ts'
import { t } from '../../../languages/t.ts'

/** Texts that were written before, for the rows that are chosen. */
export function TemplatesDialog({ sheet, onClose }: { sheet: SheetStore; onClose: () => void }) {
  const [search, setSearch] = useState('')
  const word = useDeferredValue(search.trim())
  const templates = useTemplates(word)
  const range = sheet.range()
  const rows = heightOf(range)
  const use = (template: AdCopyTemplate) => {
    const wordings = wordingsOf(template)
    sheet.change(
      setInRows(sheet.content(), range, (_row, place) => required(wordings[place % wordings.length], 'wording')),
    )
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Ad copy templates')}
      lead={t(
        {
          one: 'Fills title, description, call to action and link of row {top}.',
          other: 'Fills title, description, call to action and link of rows {top} to {bottom}, its wordings in turn.',
        },
        { count: rows, top: range.top + 1, bottom: range.bottom + 1 },
      )}
    >
      <TextField label={t('Search')} value={search} onChange={(event) => setSearch(event.target.value)} />
      <Answer
        of={templates}
        what={t('templates')}
        empty={<Empty title={word ? t('No template is called that.') : t('There are no templates yet.')} />}
      >
        {({ data }) => (
          <ul className="flex flex-col divide-y">
            {data.map((template) => (
              <li key={template.id} className="flex items-center gap-2 py-2">
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">{template.name}</p>
                  <p className="truncate text-[13px] text-muted">
                    {[template.title, template.description].filter(Boolean).join(' · ')}
                    {template.variations.length > 0
                      ? ` · ${t('{variations} wordings', { variations: template.variations.length + 1 })}`
                      : null}
                  </p>
                </div>
                <Button small aria-label={t('Use {name}', { name: template.name })} onClick={() => use(template)}>
                  {t('Use')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Answer>
      <SaveRow sheet={sheet} />
    </Dialog>
  )
}

type Copy = Partial<Record<'title' | 'description' | 'cta' | 'link', string | null>>

/** Each as the cells it fills; what a variation leaves out is the template's. */
function wordingsOf({ title, description, cta, link, variations }: AdCopyTemplate): Record<string, string>[] {
  const whole: Copy = { title, description, cta, link }
  return [whole, ...variations].map((wording: Copy) =>
    Object.fromEntries(
      (['title', 'description', 'cta', 'link'] as const).flatMap((field) => {
        const text = wording[field] ?? whole[field]
        return text ? [[field, text]] : []
      }),
    ),
  )
}

/** Keeps the texts of the active row for later. */
function SaveRow({ sheet }: { sheet: SheetStore }) {
  const may = useMay('launch')
  const cells = sheet.content().rows[sheet.active().row]?.cells ?? {}
  const save = useWrite(createTemplate, { done: t('The template is saved.'), then: (): void => form.reset() })
  const form = useForm('createAdCopyTemplate', { name: '' }, save.error)
  const name = form.text('name')
  const press = () => {
    const copy = Object.fromEntries(
      ['title', 'description', 'cta', 'link'].map((field) => [field, cells[field] || null]),
    )
    save.mutate({ ...form.values, ...copy })
  }
  return (
    <form className="flex items-end gap-2 border-t pt-3" onSubmit={(event) => (event.preventDefault(), press())}>
      <div className="flex-1">
        <TextField
          label={t('Save the texts of row {row} as a template', { row: sheet.active().row + 1 })}
          placeholder={t('Name of the template')}
          {...name}
          problem={name.problem ?? save.error?.message}
        />
      </div>
      <Button type="submit" busy={save.isPending} disabled={!may || !(cells.title || cells.description)}>
        {t('Save')}
      </Button>
    </form>
  )
}
