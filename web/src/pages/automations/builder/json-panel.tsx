import { useState } from 'react'
import { TextArea } from '../../../ui/field.tsx'
import type { Draft } from './draft.ts'
import { useEditing } from './editing.tsx'
import { readDraft } from './shape.ts'
import { t } from '../../../languages/t.ts'

const pretty = (rule: Draft) => JSON.stringify(rule, null, 2)

/** The rule as the API takes it. Both ways: what is written here stands in the builder, and the other way round. */
export function JsonPanel() {
  const { rule, replace } = useEditing()
  const [text, setText] = useState(() => pretty(rule))
  const [shown, setShown] = useState(rule)
  const read = readDraft(text)
  if (shown !== rule) {
    setShown(rule)
    if (!('draft' in read) || pretty(read.draft) !== pretty(rule)) setText(pretty(rule))
  }
  return (
    <details data-for-programs className="rounded-lg border bg-surface">
      <summary className="cursor-pointer px-4 py-3 text-[15px] font-semibold">{t('The same as JSON')}</summary>
      <div className="px-4 pb-4">
        <TextArea
          label={t('The rule as JSON, as POST /v1/automations takes it')}
          hint={t('What you change here changes the builder too.')}
          rows={Math.min(40, text.split('\n').length + 1)}
          spellCheck={false}
          className="font-mono text-[13px]"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            const next = readDraft(target.value)
            if ('draft' in next) replace(next.draft)
          }}
          problem={'problem' in read ? read.problem : null}
        />
      </div>
    </details>
  )
}
