import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { t } from '../../languages/t.ts'

/** A secret or a link that is shown once, with a button that copies it. */
export function ShownOnce({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className="flex flex-col gap-1 rounded-lg border border-good bg-good-soft p-3">
      <span className="text-[13px] font-medium text-good">{label}</span>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded bg-surface p-2 break-all text-text">{text}</code>
        <Button
          icon={copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </div>
    </div>
  )
}
