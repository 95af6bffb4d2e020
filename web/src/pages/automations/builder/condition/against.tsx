import { useReportFields } from '../../../../data/reports.ts'
import { SelectField } from '../../../../ui/select.tsx'
import { metricName } from '../../words/names.ts'
import type { Compare, Condition } from '../draft.ts'
import { useEditing } from '../editing.tsx'
import { NumberField } from '../inputs.tsx'
import { WindowField } from './window.tsx'
import { t } from '../../../../languages/t.ts'

type Kind = 'number' | 'metric' | 'earlier' | 'siblings'

const kinds: { value: Kind; label: string }[] = [
  { value: 'number', label: t('a number') },
  { value: 'metric', label: t('another figure') },
  { value: 'earlier', label: t('its own other days') },
  { value: 'siblings', label: t("its siblings' average") },
]

function kindOf({ compareTo }: Condition): Kind {
  if (!compareTo) return 'number'
  if (compareTo.siblings) return 'siblings'
  return compareTo.metric === undefined && compareTo.window !== undefined ? 'earlier' : 'metric'
}

const starts: Record<Exclude<Kind, 'number'>, Compare> = {
  metric: { metric: 'conversionValue', factor: 1 },
  earlier: { window: { days: 7, endingDaysAgo: 7 }, factor: 1 },
  siblings: { siblings: true, factor: 1 },
}

interface Props {
  path: string
  value: Condition
  mark: (field: string) => object
}

/** What a figure is held against. */
export function Against({ path, value, mark }: Props) {
  const { set } = useEditing()
  const kind = kindOf(value)
  const choose = (next: string) => {
    const { value: _value, compareTo: _compareTo, ...rest } = value
    set(path, next === 'number' ? rest : { ...rest, compareTo: starts[next as Exclude<Kind, 'number'>] })
  }
  return (
    <>
      <div className="w-42">
        <SelectField
          label={t('Held against')}
          hideLabel
          options={kinds}
          value={kind}
          onChange={choose}
          {...mark('compareTo')}
        />
      </div>
      {kind === 'number' ? (
        <div className="w-28">
          <NumberField
            label={t('Value')}
            hideLabel
            placeholder={t('number')}
            value={value.value}
            onChange={(next) => set(`${path}.value`, next)}
            {...mark('value')}
          />
        </div>
      ) : (
        <Other path={`${path}.compareTo`} value={value.compareTo ?? {}} kind={kind} mark={mark} />
      )}
    </>
  )
}

interface OtherProps extends Omit<Props, 'value'> {
  value: Compare
  kind: Kind
}

function Other({ path, value, kind, mark }: OtherProps) {
  const { set } = useEditing()
  const metrics = useReportFields().data?.metrics ?? []
  return (
    <>
      <span className="flex items-center gap-1.5">
        <span className="w-20">
          <NumberField
            label={t('Times so much')}
            hideLabel
            min={0}
            value={value.factor ?? 1}
            onChange={(next) => set(`${path}.factor`, next)}
            {...mark('compareTo.factor')}
          />
        </span>
        <span className="text-[13px]">{t('times')}</span>
      </span>
      {kind === 'metric' && (
        <div className="w-40">
          <SelectField
            label={t('The other figure')}
            hideLabel
            options={metrics.map(({ name }) => ({ value: name, label: metricName(name) }))}
            value={value.metric ?? ''}
            onChange={(next) => set(`${path}.metric`, next)}
            {...mark('compareTo.metric')}
          />
        </div>
      )}
      {(kind !== 'siblings' || value.window !== undefined) && (
        <WindowField
          label={t('Which other days')}
          none={kind === 'earlier' ? undefined : t('in the same days')}
          value={value.window}
          onChange={(next) => set(`${path}.window`, next)}
          {...mark('compareTo.window')}
        />
      )}
    </>
  )
}
