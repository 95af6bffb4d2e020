import { useState } from 'react'
import type { AutomationTemplate } from '../../../../../client/src/index.ts'
import { useAccounts } from '../../../data/accounts.ts'
import { useRuleTemplates } from '../../../data/automations.ts'
import { useReportFields } from '../../../data/reports.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { emptyRule } from './draft.ts'
import type { Draft } from './draft.ts'
import { filled } from './fill-template.ts'
import type { Values } from './fill-template.ts'
import { ListField, NumberField } from './inputs.tsx'
import { t, wordFor } from '../../../languages/t.ts'

/** Where a rule begins: with a ready-made one, or with nothing. */
export function TemplateChooser({ onChoose }: { onChoose: (rule: Draft) => void }) {
  const templates = useRuleTemplates()
  const [chosen, setChosen] = useState<AutomationTemplate | null>(null)
  return (
    <>
      <Answer of={templates} what={t('ready-made rules')}>
        {(data) => (
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
            <li className="flex flex-col gap-2 rounded-lg border border-dashed bg-surface p-4">
              <h2 className="text-[15px] font-semibold">{t('An empty rule')}</h2>
              <p className="flex-1 text-muted">{t('Begin with one condition and one action.')}</p>
              <div>
                <Button onClick={() => onChoose(emptyRule)}>{t('Start empty')}</Button>
              </div>
            </li>
            {data.map((template) => (
              <TemplateCard key={template.id} template={template} onChoose={() => setChosen(template)} />
            ))}
          </ul>
        )}
      </Answer>
      {chosen && <Parameters template={chosen} onClose={() => setChosen(null)} onChoose={onChoose} />}
    </>
  )
}

const needWords = { reach: t('platforms that count people'), searchTerms: t('platforms that tell searches') }

function TemplateCard({ template, onChoose }: { template: AutomationTemplate; onChoose: () => void }) {
  const { parameters, needs } = template
  const name = wordFor(template.name)
  return (
    <li className="flex flex-col gap-2 rounded-lg border bg-surface p-4">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-[15px] font-semibold">{name}</h2>
        {needs && <Badge>{needWords[needs]}</Badge>}
      </div>
      <p>{wordFor(template.sentence)}</p>
      <dl className="flex-1 text-[13px] text-muted">
        {parameters.map((parameter) => (
          <div key={parameter.name}>
            <dt className="inline">{wordFor(parameter.about)} </dt>
            <dd className="inline font-medium text-text">{[parameter.default].flat().join(', ')}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Button onClick={onChoose} aria-label={t('Use this: {name}', { name })}>
          {t('Use this')}
        </Button>
      </div>
    </li>
  )
}

interface ParametersProps {
  template: AutomationTemplate
  onClose: () => void
  onChoose: (rule: Draft) => void
}

function Parameters({ template, onClose, onChoose }: ParametersProps) {
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(template.parameters.map((parameter) => [parameter.name, parameter.default])),
  )
  const accountIds = useAbleAccounts(template.needs)
  const begin = () => {
    const rule = filled(template.rule, values) as Draft
    onChoose(accountIds ? { ...rule, scope: { ...rule.scope, accountIds } } : rule)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={wordFor(template.name)}
      lead={wordFor(template.sentence)}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="main" onClick={begin}>
            {t('Begin with this')}
          </Button>
        </>
      }
    >
      {template.parameters.map(({ name, about, default: start }) => {
        const put = (value: Values[string] | undefined) => setValues({ ...values, [name]: value ?? start })
        const value = values[name]
        const label = wordFor(about)
        if (Array.isArray(start)) {
          return <ListField key={name} label={label} value={[value ?? []].flat()} onChange={put} />
        }
        if (typeof start === 'number') return <NumberField key={name} label={label} value={value} onChange={put} />
        return <TextField key={name} label={label} value={String(value)} onChange={({ target }) => put(target.value)} />
      })}
    </Dialog>
  )
}

/** The accounts on platforms that tell what a ready-made rule needs; undefined: it needs nothing special. */
function useAbleAccounts(needs: AutomationTemplate['needs']): string[] | undefined {
  const fields = useReportFields().data
  const accounts = useAccounts().data
  if (needs === undefined || !fields || !accounts) return undefined
  const able =
    needs === 'reach'
      ? fields.metrics.find(({ name }) => name === 'reach')
      : fields.dimensions.find(({ name }) => name === 'searchTerm')
  return accounts.filter(({ platform }) => able?.platforms.includes(platform)).map(({ id }) => id)
}
