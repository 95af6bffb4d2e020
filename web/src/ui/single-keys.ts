import { useEffect, useRef } from 'react'

const typedInto =
  'input:not([type=checkbox]), textarea, [contenteditable=true], [role=combobox], [role=listbox], [role=menu]'
/** A message that something went wrong is an alertdialog beside the page. */
const inFront = ':is([role=dialog], [role=alertdialog]):not([aria-modal=false])'

/** Whether a key that was pressed is meant for the page, and not for what somebody types or for a dialog before it. */
function isForPage({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false
  const isTyped = target instanceof Element && target.closest(typedInto) !== null
  return !isTyped && document.querySelector(inFront) === null
}

/** Single keys for what a page lists, by what `KeyboardEvent` calls them. What answers `false` leaves the key to the browser. */
export function useSingleKeys(keys: Record<string, (event: KeyboardEvent) => unknown>): void {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = Object.hasOwn(now.current, event.key) ? now.current[event.key] : undefined
      if (!act || !isForPage(event) || act(event) === false) return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Keys of a list whose items can have the focus: j and k go on and back, a letter presses the button of the item that bears it. */
export function useItemKeys(item: string, letters: readonly string[]): void {
  const here = () => document.activeElement?.closest<HTMLElement>(item) ?? null
  const step = (by: number) => () => {
    const all = [...document.querySelectorAll<HTMLElement>(item)]
    const at = all.indexOf(here() ?? document.body)
    const next = all[at === -1 ? 0 : Math.max(0, Math.min(all.length - 1, at + by))]
    if (!next) return false
    next.focus()
    next.scrollIntoView({ block: 'nearest' })
    return true
  }
  const pressed = (letter: string) => () => {
    const button = here()?.querySelector<HTMLElement>(`[aria-keyshortcuts="${letter}"]`)
    if (!button) return false
    button.click()
    return true
  }
  useSingleKeys({
    ...{ j: step(1), k: step(-1) },
    ...Object.fromEntries(letters.map((letter) => [letter, pressed(letter)])),
  })
}
