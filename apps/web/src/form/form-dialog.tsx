import type { ComponentProps } from 'react';
import { CloseButton, Dialog } from '../ui/dialogs/dialog.tsx';
import { Form } from './form.tsx';
import { FormEnd } from './form-end.tsx';

interface FormDialogProps
  extends Pick<ComponentProps<typeof FormEnd>, 'form' | 'failed' | 'kind' | 'children'> {
  readonly title: string;
  /** Labels of the buttons. */
  readonly texts: ComponentProps<typeof FormEnd>['texts'] & { readonly cancel: string };
  readonly onClose: () => void;
}

/** Dialog with a form. Cannot be closed while the form is being sent. */
export function FormDialog({ form, title, texts, onClose, children, ...end }: FormDialogProps) {
  return (
    <Dialog isLocked={form.isBusy} onClose={onClose} title={title}>
      <Form form={form}>
        {children}
        <FormEnd {...end} form={form} texts={texts}>
          <CloseButton isLocked={form.isBusy}>{texts.cancel}</CloseButton>
        </FormEnd>
      </Form>
    </Dialog>
  );
}
