import { Switch as Base } from '@base-ui/react/switch'

interface SwitchProps {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function Switch({ label, checked, disabled, onChange }: SwitchProps) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="relative inline-block h-5 align-middle w-9 shrink-0 rounded-full bg-field p-0.5 transition-colors data-[checked]:bg-accent-strong data-[disabled]:opacity-50"
    >
      <Base.Thumb className="block size-4 rounded-full bg-white transition-transform data-[checked]:translate-x-4" />
    </Base.Root>
  )
}
