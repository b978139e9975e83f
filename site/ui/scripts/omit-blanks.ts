/* Fields that are left blank mean nothing: addresses of lists are shorter without them. */
document.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});
