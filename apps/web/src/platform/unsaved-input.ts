import { useEffect } from 'react';

/** Mounted forms with input that would be lost by leaving them. */
const forms = new Set<symbol>();

/** Marks the form as holding input that is neither sent nor stored as a draft. */
export function useUnsavedInput(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const form = Symbol('form');
    forms.add(form);
    return () => void forms.delete(form);
  }, [isUnsaved]);
}

/** Ends all marks, because the user has confirmed that the input is lost. */
export function dropUnsavedInput(): void {
  forms.clear();
}

export function hasUnsavedInput(): boolean {
  return forms.size > 0;
}
