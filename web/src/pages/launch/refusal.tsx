import { X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { t } from '../../languages/t.ts'

/** Why something was not taken into the sheet. */
export function Refusal({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <div role="alert" className="flex items-start gap-3 rounded-lg border border-bad bg-bad-soft p-3 text-bad">
      <p className="flex-1 whitespace-pre-line">{text}</p>
      <IconButton label={t('Close')} small icon={<X size={16} aria-hidden />} onClick={onClose} />
    </div>
  )
}
