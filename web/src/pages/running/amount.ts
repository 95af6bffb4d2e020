/** An amount of money as somebody types it: 1.5, 1,5, 1,500.00 or 1.500,00; null: it is none above 0. */
export function amountIn(text: string): number | null {
  const typed = text.trim().replaceAll(/[\s'’]/g, '')
  if (!/^\d[\d.,]*$/.test(typed)) return null
  const last = Math.max(typed.lastIndexOf('.'), typed.lastIndexOf(','))
  const behind = last === -1 ? '' : typed.slice(last + 1)
  const isGroup = behind.length === 3 && typed.split(/[.,]/).length > 1 && !/^0[.,]/.test(typed)
  const plain =
    last === -1 || isGroup ? typed.replaceAll(/[.,]/g, '') : `${typed.slice(0, last).replaceAll(/[.,]/g, '')}.${behind}`
  const amount = Number(plain)
  return Number.isFinite(amount) && amount > 0 ? amount : null
}
