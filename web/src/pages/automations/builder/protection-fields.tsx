import { useEditing, useProblem } from './editing.tsx'
import { NumberField } from './inputs.tsx'
import { protectionDefaults, protectionNames, protectionWords } from './protections.ts'
import { t } from '../../../languages/t.ts'

/** What keeps the rule from running away. A field that is empty has the default that it shows. */
export function ProtectionFields() {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {protectionNames.map((name) => (
        <Protection key={name} name={name} />
      ))}
    </div>
  )
}

function Protection({ name }: { name: (typeof protectionNames)[number] }) {
  const { rule, set } = useEditing()
  const { label, about } = protectionWords[name]
  return (
    <NumberField
      label={label}
      hint={t('{about}{about2}. Default {protectionDefaults}.', {
        about: about.charAt(0).toUpperCase(),
        about2: about.slice(1),
        protectionDefaults: protectionDefaults[name],
      })}
      placeholder={String(protectionDefaults[name])}
      min={0}
      value={rule.protections?.[name]}
      onChange={(next) => set(`protections.${name}`, next)}
      problem={useProblem(`protections.${name}`)}
    />
  )
}
