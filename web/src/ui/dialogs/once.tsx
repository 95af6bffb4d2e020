import { Copy } from 'lucide-react'
import { Button } from '../button.tsx'
import { copyText } from '../copy-text.ts'
import { t } from '../../languages/t.ts'

/** A secret or a link that is shown once, with a button that copies it. */
export function ShownOnce({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-col gap-1 rounded-lg border border-good bg-good-soft p-3">
      <span className="text-[13px] font-medium text-good">{label}</span>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded bg-surface p-2 break-all text-text">{text}</code>
        <Button icon={<Copy size={15} aria-hidden />} onClick={() => copyText(text, t('Copied'))}>
          {t('Copy')}
        </Button>
      </div>
    </div>
  )
}
