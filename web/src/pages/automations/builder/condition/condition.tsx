import { FolderPlus, Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { SelectField } from '../../../../ui/select.tsx'
import { cx } from '../../../../ui/classes.ts'
import { firstCondition, groupKind, groupKinds } from '../draft.ts'
import type { Condition, GroupKind } from '../draft.ts'
import { useEditing, useProblems } from '../editing.tsx'
import { Leaf } from './leaf.tsx'
import { t } from '../../../../languages/t.ts'

const groupNames: Record<GroupKind, string> = {
  all: t('All of these hold'),
  any: t('At least one of these holds'),
  not: t('None of these holds'),
}
const groupOptions = groupKinds.map((kind) => ({ value: kind, label: groupNames[kind] }))

interface Props {
  path: string
  value: Condition
  /** It looks at facts alone: a filter has no figures. */
  onlyFields?: boolean
  onRemove?: () => void
}

/** One condition, or several under all, any or none. */
export function ConditionNode(props: Props) {
  const kind = groupKind(props.value)
  return kind === null ? <Leaf {...props} /> : <Group {...props} kind={kind} />
}

const firstField: Condition = { field: 'name', operator: 'contains' }

function Group({ path, value, kind, onlyFields, onRemove }: Props & { kind: GroupKind }) {
  const { set } = useEditing()
  const parts = value[kind] ?? []
  const problems = useProblems(
    path,
    parts.map((_, index) => `${kind}.${index}`),
  )
  const first = onlyFields ? firstField : firstCondition
  const add = (part: Condition) => set(path, { ...value, [kind]: [...parts, part] })
  const remove = (index: number) => set(path, { ...value, [kind]: parts.filter((_, place) => place !== index) })
  return (
    <div
      role="group"
      aria-label={groupNames[kind]}
      data-path={path}
      className={cx(
        'flex flex-col gap-2 border-l-2 pl-3',
        kind === 'all' ? 'border-accent' : kind === 'any' ? 'border-good' : 'border-bad',
      )}
    >
      <div className="flex items-center gap-2">
        <div className="w-60 max-w-full">
          <SelectField
            label={t('How these conditions are joined')}
            hideLabel
            options={groupOptions}
            value={kind}
            onChange={(next) => set(path, { [next]: parts })}
          />
        </div>
        {onRemove && (
          <IconButton small label={t('Remove this group')} icon={<Trash2 size={15} aria-hidden />} onClick={onRemove} />
        )}
      </div>
      {problems.list}
      {parts.map((part, index) => (
        <ConditionNode
          key={index}
          path={`${path}.${kind}.${index}`}
          value={part}
          onlyFields={onlyFields}
          onRemove={() => remove(index)}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button small icon={<Plus size={14} aria-hidden />} onClick={() => add(first)}>
          {t('Condition')}
        </Button>
        <Button small look="quiet" icon={<FolderPlus size={14} aria-hidden />} onClick={() => add({ any: [first] })}>
          {t('Group')}
        </Button>
      </div>
    </div>
  )
}
