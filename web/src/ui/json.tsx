/** What a program said, for those who want to know exactly. */
export function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <pre tabIndex={0} aria-label={label} className="max-h-72 overflow-auto rounded bg-raised p-2 text-[13px]">
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}
